import type { RouteAnswer } from './ask.ts'

/** Who is logged in, and what they may do where. */
export type Me = RouteAnswer<'me'>

/** A brand in which whoever is logged in may do something. */
export type MyBrand = Me['brands'][number]

/** What is said to somebody whose password was right: what they still owe. */
export type LoginAnswer = RouteAnswer<'logIn'>

export type Factor = Me['factors'][number]

/** What the page for logging in shows. */
export type BeforeLogIn = RouteAnswer<'beforeLogIn'> & {
  readonly singleSignOn?: { readonly label: string }
  readonly demoLogins?: readonly OfferedLogin[]
  readonly device?: CounterDevice
}

/** The registered device at the counter at which somebody is. */
export interface CounterDevice {
  readonly name: string
  readonly cashiers: readonly {
    readonly userId: string
    readonly name: string
    readonly digits: number
    readonly isLocked: boolean
    readonly isLast: boolean
  }[]
}

/** Somebody as whom the demo can be looked at. */
export interface OfferedLogin {
  readonly name: string
  readonly password: string
  readonly role: MyBrand['role']
}
