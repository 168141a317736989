import { languageField, tellingOf } from '../../../calls/operations/campaign/parts/telling.ts'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import { tellOffer } from '../../../domain/sentence/tell.ts'
import { flag, integer, list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { brandRoute } from '../route.ts'
import { sumOffers } from './offer-sums.sql.ts'

const offered = model('PortalOffer', 'What is offered to customers one by one.', {
  what: text('What is offered, in words.').max(10_000).required(),
  campaign: text('The campaign that gives it. Absent: another system does, or a campaign that is gone.'),
  campaignName: text("The campaign's name."),
  cards: integer('To how many cards it was offered.').required(),
  given: integer('How often it was offered.').required(),
  taken: integer('How many of these offers were used at least once.').required(),
  uses: integer('How often they were used in all.').required(),
  open: integer('How many can still be used.').required(),
})

/** Offers of a brand that are looked at: about a second's work. */
const lookedMax = 200_000
const shownMax = 200

export const listOffers = brandRoute({
  name: 'listOffers',
  summary: 'List what is offered to customers one by one: to how many, and how often it was taken.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'brand',
  request: { language: languageField },
  response: {
    offers: list(`What is offered, at most ${shownMax}; what was offered most comes first.`, offered).required(),
    isPartial: flag('Whether there are more offers than were looked at: the numbers are at least so many.').required(),
  },
  run: async ({ request: { language }, brand, services }) => {
    const telling = tellingOf(brand, language)
    const rules = rulesWithOffers(brand.document)
    const sums = await sumOffers(services.pool, brand.id, { now: services.now(), rules, lookedMax, shownMax })
    const names = new Map(brand.document.campaigns.map(({ id, name }) => [id, name]))
    const looked = sums.reduce((sum, { given }) => sum + given, 0)
    return {
      offers: sums.map(({ terms, rule, ...counts }) => {
        const campaign = rule?.split('/', 1)[0]
        return defined({
          what: tellOffer(terms, telling),
          campaign,
          campaignName: campaign === undefined ? undefined : names.get(campaign),
          ...counts,
        })
      }),
      isPartial: looked >= lookedMax,
    }
  },
})

const rulesWithOffers = ({ campaigns }: Pick<BrandDocument, 'campaigns'>): string[] =>
  campaigns.flatMap(({ id, rules }) =>
    rules.filter(({ then }) => then.some((result) => 'personalOffer' in result)).map((rule) => `${id}/${rule.id}`),
  )
