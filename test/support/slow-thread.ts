import { answerEach } from '../../server/ground/waiting/answer-each.ts'

/** Counts to a number, for ever if it has to. */
answerEach((until: number) => {
  if (until < 0) throw new Error(`cannot count to ${until}`)
  let count = 0
  while (count < until) count += 1
  return `counted to ${count}`
})
