/** A fault that is put into the code on purpose: the tests that guard the promise have to notice it. */
export interface Mutant {
  /** What is no longer true with it. */
  readonly breaks: string
  readonly file: string
  /** Stands in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** Parts of the paths of the test files that claim to guard the promise. */
  readonly guards: readonly string[]
}
