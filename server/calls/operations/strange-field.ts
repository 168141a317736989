/** Something of a request that is passed over, and what was expected. */
export interface StrangeField {
  readonly path: string
  readonly advice: string
}
