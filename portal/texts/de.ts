import { brandFile, versions } from './de/brand-file.ts'
import { calls } from './de/calls.ts'
import { developers, keys } from './de/developers.ts'
import { errorHelp } from './de/error-help.ts'
import { jobs } from './de/jobs.ts'
import { login } from './de/login.ts'
import { errors, parts } from './de/parts.ts'
import { enabled, reference } from './de/reference.ts'
import { roles, shell } from './de/shell.ts'
import { webhooks } from './de/webhooks.ts'
import type { Texts } from './shape.ts'

/** Every text of the portal in German. */
export const de: Texts = {
  shell,
  roles,
  parts,
  errors,
  login,
  developers,
  keys,
  calls,
  errorHelp,
  webhooks,
  brandFile,
  versions,
  reference,
  enabled,
  jobs,
}
