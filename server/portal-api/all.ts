import { addPasskey } from './access/add-passkey.ts'
import { beforeLogIn } from './access/before-log-in.ts'
import { changePassword } from './access/change-password.ts'
import { changeProfile } from './access/change-profile.ts'
import { confirm } from './access/confirm.ts'
import { confirmTotp } from './access/confirm-totp.ts'
import { endSession } from './access/end-session.ts'
import { logIn } from './access/log-in.ts'
import { logOut } from './access/log-out.ts'
import { lookAtLink } from './access/look-at-link.ts'
import { me } from './access/me.ts'
import { myFactors } from './access/my-factors.ts'
import { mySessions } from './access/my-sessions.ts'
import { newPasskeyOptions } from './access/new-passkey-options.ts'
import { passkeyOptions } from './access/passkey-options.ts'
import { removeFactor } from './access/remove-factor.ts'
import { setUpTotp } from './access/set-up-totp.ts'
import { useLink } from './access/use-link.ts'
import { usePasskey } from './access/use-passkey.ts'
import { useRecoveryCode } from './access/use-recovery-code.ts'
import { useTotp } from './access/use-totp.ts'
import type { PortalRoute } from './route.ts'
import { changeUser } from './users/change-user.ts'
import { endUserSessions } from './users/end-user-sessions.ts'
import { inviteUser } from './users/invite-user.ts'
import { listUsers } from './users/list-users.ts'
import { removeUser } from './users/remove-user.ts'
import { resetUser } from './users/reset-user.ts'
import { userSessions } from './users/user-sessions.ts'

const whole = [
  beforeLogIn,
  logIn,
  lookAtLink,
  useLink,
  me,
  logOut,
  useTotp,
  useRecoveryCode,
  passkeyOptions,
  usePasskey,
  setUpTotp,
  confirmTotp,
  newPasskeyOptions,
  addPasskey,
  confirm,
  changePassword,
  changeProfile,
  mySessions,
  endSession,
  myFactors,
  removeFactor,
  listUsers,
  inviteUser,
  changeUser,
  resetUser,
  removeUser,
  userSessions,
  endUserSessions,
] as const

/** Everything that the portal asks besides the operations of the interface. */
export const portalRoutes: readonly PortalRoute[] = whole

/** The same for the compiler: a route by its name, with what it takes and returns. */
export type NamedRoutes = {
  readonly [One in Extract<(typeof whole)[number], PortalRoute> as One['name']]: One
}
