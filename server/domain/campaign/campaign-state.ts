import type { Campaign } from '../brand/shapes/campaign-shape.ts'

/**
 * running: now. paused: switched off while it would run. begins: switched on for a later day. off: switched off before it
 * began. ended: its time is over.
 */
export const campaignStates = ['running', 'paused', 'begins', 'off', 'ended'] as const
export type CampaignState = (typeof campaignStates)[number]

/** `now` as the file has times: `yyyy-MM-dd HH:mm:ss` in the brand's time zone. */
export function campaignStateOf(
  { active, from, until }: Pick<Campaign, 'active' | 'from' | 'until'>,
  now: string,
): CampaignState {
  if (until !== undefined && until <= now) return 'ended'
  const isEarly = from !== undefined && from > now
  if (active) return isEarly ? 'begins' : 'running'
  return isEarly ? 'off' : 'paused'
}
