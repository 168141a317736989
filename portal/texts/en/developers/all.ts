import { brandFile, versions } from './brand-file.ts'
import { calls } from './calls.ts'
import { errorHelp } from './error-help.ts'
import { jobs } from './jobs.ts'
import { developers, keys } from './keys.ts'
import { enabled, reference } from './reference.ts'
import { webhooks } from './webhooks.ts'

/** What the section for developers says. */
export const developerTexts = {
  ...{ developers, keys, calls, errorHelp, webhooks, brandFile, versions },
  ...{ reference, enabled, jobs },
}
