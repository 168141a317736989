import type { Brand } from '../../../domain/brand/brand.ts'
import { type Colleague, type Company, oneHandMs } from '../../../domain/judge/one-hand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { standingIn } from '../visitor.ts'
import { listUserChanges } from './company.sql.ts'
import { listUsers, type User } from './user.sql.ts'

/** Everybody of a brand, and what they did with each other's logins from two weeks before `at` on. */
export async function loadCompany(db: Sql, brand: Brand, at: Instant): Promise<Company> {
  const users = await listUsers(db, brand.id)
  const changes = await listUserChanges(db, brand.id, at - oneHandMs)
  return { colleagues: users.flatMap((user) => toColleague(user, brand)), changes }
}

function toColleague({ name, grants, isDisabled, passwordHash, isLinked }: User, brand: Brand): readonly Colleague[] {
  const standing = standingIn({ grants }, brand)
  if (!standing) return []
  const { role, locations } = standing
  const isUsable = !isDisabled && (passwordHash !== undefined || isLinked)
  return [defined({ name, role, locations, isUsable })]
}
