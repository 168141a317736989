import { addPasskey } from './add-passkey.ts'
import { beforeLogIn } from './before-log-in.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { confirm } from './confirm.ts'
import { confirmTotp } from './confirm-totp.ts'
import { endSession } from './end-session.ts'
import { logIn } from './log-in.ts'
import { logInByPin } from './log-in-by-pin.ts'
import { logOut } from './log-out.ts'
import { lookAtLink } from './look-at-link.ts'
import { me } from './me.ts'
import { myFactors } from './my-factors.ts'
import { mySessions } from './my-sessions.ts'
import { newPasskeyOptions } from './new-passkey-options.ts'
import { passkeyOptions } from './passkey-options.ts'
import { removeFactor } from './remove-factor.ts'
import { removePin } from './remove-pin.ts'
import { setPin } from './set-pin.ts'
import { setUpTotp } from './set-up-totp.ts'
import { useLink } from './use-link.ts'
import { usePasskey } from './use-passkey.ts'
import { useRecoveryCode } from './use-recovery-code.ts'
import { useTotp } from './use-totp.ts'

/** Logging in, and what concerns the login of whoever asks. */
export const accessRoutes = [
  beforeLogIn,
  logIn,
  logInByPin,
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
  setPin,
  removePin,
] as const
