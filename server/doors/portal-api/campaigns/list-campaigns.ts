import { languageField, tellingOf } from '../../../calls/operations/campaign/parts/telling.ts'
import { campaignStateOf, campaignStates } from '../../../domain/campaign/campaign-state.ts'
import { tellCampaign } from '../../../domain/sentence/tell.ts'
import { integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { brandRoute } from '../route.ts'

const listedCampaign = model('PortalCampaign', 'A campaign of a list.', {
  id: text('The campaign.').required(),
  name: text('Its name.').required(),
  state: oneOf('How it stands now.', campaignStates).required(),
  summary: text('What it does, in one sentence.').required(),
  from: text("Its first moment, yyyy-MM-dd HH:mm:ss in the brand's time zone."),
  until: text('The first moment after it.'),
  rules: integer('How many rules it has.').required(),
})

/** Without figures, which take longer: they are asked for separately. */
export const listCampaigns = brandRoute({
  name: 'listCampaigns',
  summary: 'List the campaigns of the brand: how each stands and what it does, in words.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'place',
  request: { language: languageField },
  response: { campaigns: list('The campaigns, in the order of the file.', listedCampaign).required() },
  run: async ({ request, brand, services }) => {
    const now = formatDateTime(services.now(), brand.timeZone)
    const telling = tellingOf(brand, request.language)
    const campaigns = brand.document.campaigns.map((campaign) => {
      const { id, name, from, until, rules } = campaign
      const { summary } = tellCampaign(campaign, telling)
      return defined({ id, name, from, until, state: campaignStateOf(campaign, now), summary, rules: rules.length })
    })
    return { campaigns }
  },
})
