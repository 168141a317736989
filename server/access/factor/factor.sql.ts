import type { Sql } from '../../database/connection.ts'
import type { FactorKind } from './factors.ts'

/** The kinds of factors that a login can show now. */
export async function listFactorKinds(db: Sql, login: string): Promise<FactorKind[]> {
  const rows = await db.rows<{ kind: FactorKind }>`
    select distinct kind
    from login_factor
    where login_id = ${login} and confirmed_at is not null and (kind <> 'recoveryCode' or used_at is null)
    order by kind`
  return rows.map(({ kind }) => kind)
}
