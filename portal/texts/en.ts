import { brandFile, versions } from './en/brand-file.ts'
import { calls } from './en/calls.ts'
import { developers, keys } from './en/developers.ts'
import { errorHelp } from './en/error-help.ts'
import { jobs } from './en/jobs.ts'
import { login } from './en/login.ts'
import { errors, parts } from './en/parts.ts'
import { enabled, reference } from './en/reference.ts'
import { roles, shell } from './en/shell.ts'
import { webhooks } from './en/webhooks.ts'

/** Every text of the portal in English. A screen has its texts in a file of its own. */
export const en = {
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
