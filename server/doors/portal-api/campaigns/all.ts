import { campaignChange } from './campaign-change.ts'
import { campaignFigures } from './campaign-figures.ts'
import { campaignHistory } from './campaign-history.ts'
import { campaignMistake, campaignRepairs } from './campaign-mistake.ts'
import { campaignPage } from './campaign-page.ts'
import { campaignResults } from './campaign-results.ts'
import { campaignTrials } from './campaign-trials.ts'
import { listCampaigns } from './list-campaigns.ts'

export const campaignRoutes = [
  listCampaigns,
  campaignFigures,
  campaignTrials,
  campaignPage,
  campaignResults,
  campaignHistory,
  campaignChange,
  campaignMistake,
  campaignRepairs,
] as const
