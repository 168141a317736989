/** One operation as the load generator calls it: of its text only the card number changes. */
export interface CallShape {
  readonly path: string
  readonly body: (cardNumber: string) => object
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
  /** A whole HTTP request, which has the number of card 0 at `numberAt`. */
  readonly request: string
  readonly numberAt: number
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
