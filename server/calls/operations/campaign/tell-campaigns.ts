import { campaignStateOf, campaignStates } from '../../../domain/campaign/campaign-state.ts'
import { tellCampaign } from '../../../domain/sentence/tell.ts'
import { flag, id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { query } from '../operation.ts'
import { tellingOf } from './parts/telling.ts'

const sentence = (about: string) => text(about).max(10_000)

const toldRule = model('ToldRule', 'A rule in words.', {
  id: text('The rule.').required(),
  name: text('Its name.').required(),
  sentence: sentence('What it does.').required(),
})

const toldCampaign = model('ToldCampaign', 'A campaign in words.', {
  id: text('The campaign.').required(),
  name: text('Its name.').required(),
  state: oneOf('How it stands now.', campaignStates).required(),
  summary: sentence('What it does, in one sentence.').required(),
  from: text("Its first moment, yyyy-MM-dd HH:mm:ss in the brand's time zone."),
  until: text('The first moment after it.'),
  when: sentence('When it runs, and what must hold for all rules.'),
  limits: sentence('Its budget, and who does not get it.'),
  rules: list('Its rules.', toldRule).required(),
})

export const tellCampaigns = query({
  name: 'tellCampaigns',
  group: 'admin',
  summary: 'Tell the campaigns that are in force in plain sentences.',
  callType: 'REPORTING',
  isOfWholeBrand: true,
  requestModel: 'TellCampaignsRequest',
  responseModel: 'TellCampaignsResponse',
  request: {
    campaign: id('Only this campaign.'),
    runningOnly: flag('Only campaigns that are running now.').default(false),
    language: oneOf('The language of the sentences.', ['en', 'de']).default('en'),
    offset: integer('How many to skip.').between(0, 100_000).default(0),
    maxResults: integer('How many to return at most.').between(1, 200).default(50),
  },
  response: {
    version: integer('The version of the brand.').required(),
    total: integer('How many campaigns there are to be told.').required(),
    campaigns: list('The campaigns, in the order of the file.', toldCampaign).required(),
  },
  answer: async ({ request, brand, reader }) => {
    const now = formatDateTime(await readNow(reader), brand.timeZone)
    const asked = brand.document.campaigns
      .filter(({ id: one }) => request.campaign === undefined || one === request.campaign)
      .map((campaign) => ({ campaign, state: campaignStateOf(campaign, now) }))
      .filter(({ state }) => !request.runningOnly || state === 'running')
    if (request.campaign !== undefined && asked.length === 0)
      return refuseField(100, 'campaign', 'there is no such campaign, or it is not running')
    const telling = tellingOf(brand, request.language)
    const campaigns = asked.slice(request.offset, request.offset + request.maxResults).map(({ campaign, state }) => {
      const { id: name, from, until } = campaign
      return defined({ id: name, name: campaign.name, state, from, until, ...tellCampaign(campaign, telling) })
    })
    return { kind: 'answer', response: { version: brand.version, total: asked.length, campaigns } }
  },
})
