import { languageField, tellingOf } from '../../../calls/operations/campaign/parts/telling.ts'
import { campaignStateOf, campaignStates } from '../../../domain/campaign/campaign-state.ts'
import { asksSecondPerson } from '../../../domain/judge/second-person.ts'
import { tellCampaign } from '../../../domain/sentence/tell.ts'
import { flag, id, integer, json, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { findEntry } from '../configuration/section-entries.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

const toldRule = model('PortalToldRule', 'A rule in words.', {
  id: text('The rule.').required(),
  name: text('Its name.').required(),
  sentence: text('What it does.').max(10_000).required(),
})

const anyCampaign = model('CampaignEntry', 'A campaign as a brand file has it.', {})

export const campaignPage = brandRoute({
  name: 'campaignPage',
  summary: 'A campaign in words: how it stands, when it runs, what each rule does, and its limits.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'place',
  request: { campaign: id('The campaign.').required(), language: languageField },
  response: {
    version: integer('The version of the brand.').required(),
    id: text('The campaign.').required(),
    name: text('Its name.').required(),
    state: oneOf('How it stands now.', campaignStates).required(),
    from: text("Its first moment, yyyy-MM-dd HH:mm:ss in the brand's time zone."),
    until: text('The first moment after it.'),
    when: text('When it runs, and what must hold for all rules.').max(10_000),
    limits: text('Its budget, and who does not get it.').max(10_000),
    rules: list('Its rules.', toldRule).required(),
    entry: json('The campaign as the file has it.', anyCampaign).required(),
    needsSecondPerson: flag('Whether the visitor changes it only by a draft that somebody else approves.').required(),
  },
  run: async ({ request, brand, services }) => {
    const campaign = brand.document.campaigns.find((one) => one.id === request.campaign)
    const entry = findEntry(brand, 'campaigns', request.campaign)
    if (!campaign || entry === undefined)
      return turnDown('notFound', 'There is no such campaign. It may have been removed.')
    const { name, from, until } = campaign
    const { when, limits, rules } = tellCampaign(campaign, tellingOf(brand, request.language))
    const state = campaignStateOf(campaign, formatDateTime(services.now(), brand.timeZone))
    const told = { version: brand.version, id: campaign.id, name, state, from, until, when, limits, rules, entry }
    return defined({
      ...told,
      needsSecondPerson: asksSecondPerson(brand.document),
    })
  },
})
