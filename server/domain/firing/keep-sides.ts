import { type ExperimentalCampaign, isRunning } from '../campaign/campaigns.ts'
import { sideOf } from '../campaign/experiment.ts'
import type { Run } from './run.ts'

/**
 * Finds the campaigns with an experiment that let a checkout in, and the side of its card in each. Before any rule runs:
 * what a campaign does to the basket must not decide who is counted, on one side only. Held-out cards are judged alike.
 */
export function keepSides(run: Run, experiments: readonly ExperimentalCampaign[]): void {
  const { facts, input } = run.state
  facts.sides = new Map()
  const root = input.books.root?.card
  if (facts.trigger !== 'checkout' || !root) return
  for (const campaign of experiments) {
    if (!isRunning(campaign, facts.clock.now)) continue
    const finding = campaign.conditions.judge(facts)
    if (finding.kind === 'needs') run.wants.facts.push(...finding.needs)
    const side = finding.kind === 'holds' ? sideOf(campaign, facts) : undefined
    if (side !== undefined) run.result.sides.push({ campaign: campaign.id, cardId: root.id, side })
  }
}
