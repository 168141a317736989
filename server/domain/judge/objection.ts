import type { OperationName } from '../brand/keys/scope.ts'
import type { GivenObjection } from './given-limit.ts'
import type { Permission } from './permissions.ts'

/** Why somebody may not change a part of the brand. What is said of it is in objection-words.ts. */
export type Why =
  | { readonly kind: 'somePlaces' }
  | { readonly kind: 'permission'; readonly permission: Permission }
  | { readonly kind: 'scope'; readonly wanted: readonly (OperationName | 'admin')[] }
  | { readonly kind: 'operatorEnables'; readonly what: string }
  | { readonly kind: 'operatorLifts' }
  | { readonly kind: 'keyGivesMore' }
  | { readonly kind: 'userGivesMore' }
  | { readonly kind: 'keyLoosens' }
  | { readonly kind: 'proof' }
  | { readonly kind: 'draft' }
  | { readonly kind: 'approval' }
  /** People could do more by hand, and there is somebody who could approve that. */
  | { readonly kind: 'loosens' }
  | GivenObjection

/** What stands against a change, and where in the file. */
export interface Objection {
  readonly path: string
  readonly why: Why
}
