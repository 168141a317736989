import type { Grant } from '../visitor.ts'

/** What a user is told about their own login. */
export interface LoginNotice {
  readonly kind: 'newDevice' | 'locked'
  readonly name: string
  readonly language?: string
  readonly grants: readonly Grant[]
  readonly address: string
  readonly browser?: string
}
