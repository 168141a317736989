import type { Permission, Role } from '../../server/access/permissions.ts'

/** The routes of logging in, as far as the server's own types do not have them yet. */
export type Owed = 'secondFactor' | 'newFactor'
export type Factor = 'totp' | 'passkey' | 'recoveryCode'

export interface LoggedIn {
  readonly owes?: Owed
  readonly factors?: readonly Factor[]
}

export interface Me {
  readonly name: string
  readonly displayName: string
  readonly language?: string
  readonly owes?: Owed
  readonly factors: readonly Factor[]
  readonly environment: string
  readonly brands: readonly MyBrand[]
}

export interface MyBrand {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly locations?: readonly string[]
  readonly currency: string
  readonly timeZone: string
  /** The zone of times in requests and answers of operations. */
  readonly interfaceTimeZone: string
  readonly language: string
}

interface Asked<Request, Response> {
  readonly request: Request
  readonly response: Response
}

type Nothing = Record<never, never>

export interface LoginRoutes {
  readonly beforeLogIn: Asked<
    Nothing,
    {
      readonly environment: string
      readonly singleSignOn?: { readonly label: string }
      readonly demoLogins?: readonly { readonly name: string; readonly password: string; readonly role: Role }[]
    }
  >
  readonly logIn: Asked<{ readonly name: string; readonly password: string }, LoggedIn>
  readonly lookAtLink: Asked<
    { readonly link: string },
    { readonly purpose: 'invitation' | 'reset'; readonly name: string }
  >
  readonly useLink: Asked<{ readonly link: string; readonly password: string }, LoggedIn>
  readonly me: Asked<Nothing, Me>
  readonly useTotp: Asked<{ readonly code: string }, LoggedIn>
  readonly useRecoveryCode: Asked<{ readonly code: string }, LoggedIn>
  readonly passkeyOptions: Asked<Nothing, { readonly options: unknown }>
  readonly usePasskey: Asked<{ readonly response: unknown }, LoggedIn>
  readonly setUpTotp: Asked<Nothing, { readonly secret: string; readonly uri: string }>
  readonly confirmTotp: Asked<{ readonly code: string }, { readonly recoveryCodes: readonly string[] }>
  readonly newPasskeyOptions: Asked<Nothing, { readonly options: unknown }>
  readonly addPasskey: Asked<
    { readonly response: unknown; readonly label: string },
    { readonly recoveryCodes?: readonly string[] }
  >
  readonly logOut: Asked<Nothing, Nothing>
  readonly confirm: Asked<{ readonly password?: string; readonly totp?: string }, Nothing>
  readonly changeProfile: Asked<{ readonly displayName?: string; readonly language?: string }, Nothing>
}
