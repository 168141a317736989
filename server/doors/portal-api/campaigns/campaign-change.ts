import { languageField, tellingOf } from '../../../calls/operations/campaign/parts/telling.ts'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import type { SentenceSource } from '../../../domain/brand/facts/telling.ts'
import { tellCampaign } from '../../../domain/sentence/tell.ts'
import { flag, id, integer, list, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { readVersion } from '../../../storage/brand-store/history/versions.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

const sentences = (about: string) => list(about, text('A sentence.').max(10_000)).required()

/** One row of a campaign's history, opened. */
export const campaignChange = brandRoute({
  name: 'campaignChange',
  summary: 'Say in words what a version of the brand changed in a campaign.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    campaign: id('The campaign.').required(),
    version: integer('The version.').between(1, 2_147_483_647).required(),
    language: languageField,
  },
  response: {
    nameBefore: text('What it was called, if it is called otherwise since.'),
    gone: sentences('What it said before and did not say any more.'),
    added: sentences('What it said from then on.'),
    isThere: flag('Whether there was such a campaign in this version, so that it can be brought back.').required(),
  },
  run: async ({ request: { campaign, version, language }, brand, services }) => {
    const after = await readVersion(services.pool, brand.id, version)
    if (!after) return turnDown('notFound', `Version ${version} of the brand is not kept any more.`)
    const before = await readVersion(services.pool, brand.id, version - 1)
    const telling = tellingOf(brand, language)
    const [was, is] = [before, after].map((one) => tellIn(one, campaign, telling))
    const [had, has] = [new Set(was?.sentences), new Set(is?.sentences)]
    return defined({
      nameBefore: was && is && was.name !== is.name ? was.name : undefined,
      gone: [...had.difference(has)],
      added: [...has.difference(had)],
      isThere: is !== undefined,
    })
  },
})

function tellIn(document: Pick<BrandDocument, 'campaigns'> | undefined, id: string, telling: SentenceSource) {
  const campaign = document?.campaigns.find((one) => one.id === id)
  if (!campaign) return undefined
  const { when, rules, limits } = tellCampaign(campaign, telling)
  const told = [when, ...rules.map(({ sentence }) => sentence), limits]
  return { name: campaign.name, sentences: told.filter((one) => one !== undefined) }
}
