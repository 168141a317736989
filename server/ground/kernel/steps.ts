/** Does all at once what could be done in steps. */
export function allSteps<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
