/** What a chart draws. */
export interface ChartInput {
  readonly kind: 'bars' | 'lines'
  readonly isStacked?: boolean
  /** What is along the axis; several lines each. */
  readonly labels: readonly (readonly string[])[]
  readonly series: readonly ChartSeries[]
  readonly formatValue: (value: number) => string
}

/** From where to where a bar reaches that does not begin at zero. */
type Span = readonly [from: number, to: number]

export interface ChartSeries {
  readonly name: string
  readonly values: readonly (number | Span | null)[]
  /** What the tooltip says instead of the value. */
  readonly said?: readonly string[]
  /** Bars that are another kind of thing than the rest: a balance among changes. */
  readonly isOther?: readonly boolean[]
  /** Only a mark, without a bar or a line. */
  readonly isMark?: boolean
}
