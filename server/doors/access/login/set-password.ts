import { deletePinsOf } from '../device/pin.sql.ts'
import { deleteSessionsOf } from '../session/session.sql.ts'
import { type LoginOffice, tellBrands } from './change-login.ts'
import { type Login, listGrants, updatePassword } from './login.sql.ts'

/** Sets a password. Every session of the login ends, but for the one in which it happens, and so does every PIN. */
export async function setPassword(
  { db, origin }: Pick<LoginOffice, 'db' | 'origin'>,
  { id, name }: Pick<Login, 'id' | 'name'>,
  passwordHash: string,
  exceptSession?: string,
): Promise<void> {
  await updatePassword(db, id, passwordHash)
  await deleteSessionsOf(db, id, exceptSession)
  await deletePinsOf(db, id)
  await tellBrands({ db, origin }, await listGrants(db, id), { action: 'user.password', subject: name })
}
