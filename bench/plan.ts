/** How long and how often each side is measured. */
export interface Plan {
  readonly rounds: number
  readonly seconds: number
  /** Seconds after the start beyond which a case begins no further round: a busy machine gets fewer of them. */
  readonly lastRoundBy: number
  /** How long a server that has just started runs before it is measured, and one that has served other calls. */
  readonly warmUpSeconds: { readonly started: number; readonly running: number }
}
