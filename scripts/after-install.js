// Runs after `npm ci`: a portal that was built from other sources, or with other packages, is removed. The first server
// that starts builds it anew. A release has no such script.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

rmSync(join(fileURLToPath(new URL('..', import.meta.url)), 'portal/dist'), { recursive: true, force: true })
