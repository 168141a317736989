/** Whole days of the brand's time zone, `yyyy-MM-dd`, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** How a report is divided. */
export const groupings = ['none', 'location', 'group', 'campaign'] as const
export type Grouping = (typeof groupings)[number]
