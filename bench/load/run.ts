/** One operation as the load generator calls it: of its text only the number and the turn change. */
export interface CallShape {
  readonly path: string
  /** Turns begin with 0; there is one unless `turns` says otherwise, and calls take them at random. */
  readonly body: (number: string, turn: number) => object
  readonly turns?: number
  /** The number that stands for card 0; that of its card unless given. All numbers of a run have its length. */
  readonly numberBase?: number
}

/** Which cards calls go to: each of `count` alike, but one call in `oneIn` to the first few. */
export interface CardChoice {
  readonly count: number
  readonly hot?: { readonly oneIn: number; readonly count: number }
}

/** What the load generator is told to do. Plain data: it goes to another process. */
export interface Run {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The same seed gives the same order of cards. */
  readonly seed: number
  readonly cards: CardChoice
  /** Whole HTTP requests, one for each turn. `numberBase` is replaced wherever it stands in them. */
  readonly requests: readonly string[]
  readonly numberBase: number
  /** So many calls a second, whoever still waits; absent: as many as the connections can make. */
  readonly perSecond?: number
}

export interface RunResult {
  readonly answers: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly failures: number
  /** The first answer that was no success. */
  readonly firstFailure?: string
}
