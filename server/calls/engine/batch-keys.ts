import { refuse } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { KeyClaim, KeyOwner } from '../../storage/store/batch/idempotency.sql.ts'
import { type IdempotencyKey, type RefusedWork, toRefused } from './work.ts'

/** The customRequestIds of a batch: which calls own them, before it and through it. */
export class BatchKeys {
  private readonly owners: ReadonlyMap<string, KeyOwner>
  private readonly claimed = new Map<string, KeyClaim>()

  constructor(owners: readonly KeyOwner[]) {
    this.owners = new Map(owners.map((owner) => [nameOf(owner), owner]))
  }

  ownerOf(key: IdempotencyKey): KeyOwner | undefined {
    return this.owners.get(nameOf(key)) ?? this.claimed.get(nameOf(key))
  }

  claim(key: IdempotencyKey, ref: RequestRef): void {
    this.claimed.set(nameOf(key), { ...key, ref })
  }

  /** What becomes of the ids that the batch claimed when it began: some go to other calls of it, some are free again. */
  changes(keys: readonly KeyClaim[]) {
    const unowned = keys.filter((claim) => !this.owners.has(nameOf(claim)))
    const claimOf = (claim: KeyClaim) => this.claimed.get(nameOf(claim))
    return {
      assignedKeys: unowned
        .flatMap((claim) => claimOf(claim) ?? [])
        .filter(({ ref }) => !keys.some((claim) => claim.ref === ref)),
      droppedKeys: unowned.filter((claim) => !claimOf(claim)).map((claim) => claim.idSha256),
    }
  }
}

const nameOf = ({ idSha256 }: { readonly idSha256: Buffer }) => idSha256.toString('latin1')

/** Error 3: an earlier call owns the id. */
export function usedBefore(owner: KeyOwner, key: IdempotencyKey): RefusedWork {
  const misused = !owner.fingerprint.equals(key.fingerprint)
  return { ...toRefused(refuse(3)), original: owner.ref, misused }
}
