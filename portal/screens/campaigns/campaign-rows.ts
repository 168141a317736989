import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { useSpoken } from '../../texts/texts.ts'
import { type ShownBudget, tightest } from './budget-bar.tsx'
import type { TrialComparison } from './verdict.ts'

type Listed = RouteAnswer<'listCampaigns'>['campaigns'][number]

/** A campaign with its figures: `undefined` while they are on their way. */
export interface CampaignRow extends Listed {
  readonly figures: Figures | undefined
  /** Undefined while it is on its way; early while there is nothing to compare yet; none if it is no experiment. */
  readonly trial: TrialComparison | 'early' | 'none' | undefined
}

interface Figures {
  readonly fired: number
  readonly customers?: number | undefined
  readonly cost: number
  readonly budget?: ShownBudget | undefined
}

/** The list at once; figures fill in when they arrive. Whoever may not see figures is not shown their columns. */
export function useCampaignRows() {
  const { language } = useSpoken()
  const { locations } = useBrand()
  const seesFigures = useMay('reports.see') && locations === undefined
  const listed = useAsking('listCampaigns', { language })
  const figures = useAsking('campaignFigures', {}, { enabled: seesFigures })
  const trials = useAsking('campaignTrials', {}, { enabled: seesFigures })
  const rows = listed.data?.campaigns.map((campaign): CampaignRow => {
    const { id } = campaign
    const own = figures.data?.campaigns.find((one) => one.id === id)
    const budget = tightest(figures.data?.budgets.filter((one) => one.campaign === id) ?? [])
    const trial = trials.data?.comparisons.find((one) => one.campaign === id && one.measure === 'spend')
    return {
      ...campaign,
      figures: figures.data && { fired: 0, customers: 0, cost: 0, ...own, budget },
      trial: trials.data && (trial ?? (trials.data.trials.includes(id) ? 'early' : 'none')),
    }
  })
  return { rows, seesFigures, error: listed.error ?? figures.error ?? trials.error, refetch: listed.refetch }
}
