import { randomBytes } from 'node:crypto'
import type { Brand } from '../../domain/brand/brand.ts'
import { type BrandFault, type FileFault, faultOf } from '../../domain/brand/faults/fault.ts'
import { PinKeeper } from '../../domain/card/pin-keeper.ts'
import { Connection, type Session } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { TrialBrand } from '../../storage/brand-store/draft.ts'
import { replay } from './replay.ts'
import type { ReplayReport } from './report.ts'
import { loadTried } from './tried-file.ts'
import { loadVersions } from './versions.ts'

/** A replay as it is asked for. Plain data, so that it can be kept and begun again. */
export interface ReplayRequest {
  readonly brandId: BrandId
  readonly from: Instant
  readonly to: Instant
  readonly sample: number
  /** Absent: by the versions that were in force. */
  readonly draft?: TrialBrand
  /** By whose worth what is given is counted, so that replays by different files can be compared. */
  readonly prices?: Brand
  /** The most steps that a decision may take. */
  readonly workLimit: number
}

export interface Watching {
  /** Checkouts and returns that are done, of how many. */
  readonly progress?: (done: number, total: number) => void | Promise<void>
  readonly signal?: AbortSignal
}

/** The file cannot be used to decide by. */
interface FaultyReplay {
  readonly kind: 'faulty'
  readonly faults: readonly FileFault[]
}

export type ReplayResult = { readonly kind: 'report'; readonly report: ReplayReport } | FaultyReplay

/** Longer than any page takes, and short enough that nothing hangs. */
const statementMs = 60_000

/** Runs a replay on a connection of its own, which can only read. It keeps the thread busy: tills must not share it. */
export async function runReplay(url: string, request: ReplayRequest, watching: Watching = {}): Promise<ReplayResult> {
  // What was read may take longer to decide than a transaction may usually rest.
  const rest = { isReadOnly: true, endsWithClient: true, letsOthersFirst: true, statementTimeoutMs: statementMs }
  const db = await Connection.open({ url, name: 'purser replay', ...rest })
  try {
    return await replayOn(db, request, watching)
  } finally {
    await db.close()
  }
}

/** The same on a connection that is lent. */
export async function replayOn(db: Session, request: ReplayRequest, watching: Watching = {}): Promise<ReplayResult> {
  const { brandId, draft, workLimit, ...period } = request
  const found = draft && (await loadTried(db, brandId, { draft, from: period.from }))
  if (found && 'faults' in found) return { kind: 'faulty', faults: found.faults }
  const versions = found ? [] : await loadVersions(db, brandId, period)
  if (!found && versions.length === 0) return faulty('version', faultOf('noVersionKept'))
  // No pin is looked at, so that any key will do.
  const pins = new PinKeeper(randomBytes(32), randomBytes)
  const input = {
    brandId,
    versions,
    ...period,
    ...(found && { draft: found.brand, ...(found.own && { own: found.own }) }),
  }
  return { kind: 'report', report: await replay(input, { db, pins, workLimit, ...watching }) }
}

const faulty = (path: string, fault: BrandFault): FaultyReplay => ({ kind: 'faulty', faults: [{ path, ...fault }] })
