import { flag, integer, list, model, number, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { brandRoute } from '../route.ts'

const job = model('JobState', 'A job: something that happens without a call.', {
  name: text('Its name.').required(),
  isRunning: flag('Whether it runs just now.').required(),
  waiting: integer('How many runs wait.').required(),
  retrying: integer('How many runs failed and are tried again.').required(),
  givenUp: integer('How many runs were given up after all retries.').required(),
  lastDoneAt: number('When it last did what was due, in milliseconds. Kept for some hours.'),
  lastGivenUpAt: number('When it was last given up, in milliseconds.'),
})

/** Jobs work for all brands, so that what they counted and why they failed is for the operator only. */
export const jobStates = brandRoute({
  name: 'jobStates',
  summary: 'List the jobs, and how they stand.',
  permission: 'jobs.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: {
    hasJobs: flag('Whether any process has ever run jobs.').required(),
    jobs: list('The jobs.', job).required(),
  },
  run: async ({ services }) => {
    const states = await services.jobStates()
    if (!states) return { hasJobs: false, jobs: [] }
    const jobs = states.queues.map(({ name, waiting, retrying, active, lastDone }) => {
      const dead = states.dead.filter((one) => one.name === name)
      return defined({
        ...{ name, waiting, retrying },
        isRunning: active > 0,
        givenUp: dead.length,
        lastDoneAt: lastDone ?? undefined,
        lastGivenUpAt: dead[0]?.failedAt,
      })
    })
    return { hasJobs: true, jobs }
  },
})
