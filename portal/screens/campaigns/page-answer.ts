import type { RouteAnswer } from '../../ask/ask.ts'

export type CampaignPage = RouteAnswer<'campaignPage'>
export type CampaignResults = RouteAnswer<'campaignResults'>
