// Runs after `npm ci`: a portal that was built from other sources, or with other packages, is removed. The first server
// that starts builds it anew. A release has no such script.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'

const place = fileURLToPath(new URL('..', import.meta.url))

// The first `npx purser` in this folder installs a link to it, which runs this too. Nothing has changed then.
if (env.npm_command !== 'exec') rmSync(join(place, 'portal/dist'), { recursive: true, force: true })
