import { changeUser } from './change-user.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { inviteUser } from './invite-user.ts'
import { listUsers } from './list-users.ts'
import { removeUser } from './remove-user.ts'
import { resetUser } from './reset-user.ts'
import { userSessions } from './user-sessions.ts'

/** Who else may use the portal for a brand. */
export const userRoutes = [
  listUsers,
  inviteUser,
  changeUser,
  resetUser,
  removeUser,
  userSessions,
  endUserSessions,
] as const
