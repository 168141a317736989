import { ownKey } from '../../../calls/operations/key/own-key.ts'
import { tools } from '../../../doors/remote/assistant/all.ts'
import { offeredTools } from '../../../doors/remote/assistant/offered.ts'
import type { AssistantStanding } from '../../../doors/remote/assistant/tool.ts'
import { callServer, type RemotePatience } from '../../../doors/remote/call-server.ts'
import { refusalWords } from '../../../doors/remote/outcome-words.ts'
import type { RemotePlace } from '../../../doors/remote/place.ts'
import type { Config } from '../../configuration/config.ts'
import { CommandFailed } from '../command-failed.ts'
import { currentVersion } from '../version.ts'
import { findSecret, findWhere } from './call-place.ts'

/** An assistant's client gives up sooner than a till. */
const patience: RemotePatience = { attempts: 3, firstWaitMs: 1000, timeoutMs: 25_000 }

export async function serveAssistants({ callFlags, exportFlags }: Config): Promise<void> {
  // The demo's key for administration can be asked the most.
  const where = findWhere(callFlags, 'admin')
  if (callFlags.secretFile === '-')
    throw new CommandFailed(['Standard input belongs to the assistant. Set PURSER_SECRET, or name a file.'], 2)
  const place = { ...where, secret: await findSecret(where, callFlags, 'never') }
  const standing = await findStanding(place)
  const { readOnly, allowValue: value, allowPublish: publish } = callFlags
  const allowed = { readOnly, value, publish, personalData: exportFlags.personalData }
  const offered = offeredTools(tools, standing, allowed)
  if (offered.length === 0)
    throw new CommandFailed([
      'The key may call nothing that assistants can use. docs/assistants.md says what scope it needs.',
    ])
  // Loaded only now: it is large, and no other command needs it.
  const { serveAssistant } = await import('../../../doors/remote/assistant/serve-stdio.ts')
  await serveAssistant({ place, standing, allowed, patience, tools: offered, version: currentVersion() })
}

/** What the key may do is for the server to say. */
async function findStanding(place: RemotePlace): Promise<AssistantStanding> {
  const asked = await callServer(place, { operation: ownKey, body: '{}' }, patience)
  if (asked.kind === 'unreachable')
    throw new CommandFailed(
      [`The server cannot be reached: ${asked.text}. Is it running? --url or PURSER_URL says where it is.`],
      4,
    )
  if (asked.errorCode === 105)
    throw new CommandFailed([
      'The server is older than this program, and cannot say what the key may do. Upgrade it first.',
    ])
  if (!asked.isSuccess) throw new CommandFailed(refusalWords(asked))
  return asked.body as unknown as AssistantStanding
}
