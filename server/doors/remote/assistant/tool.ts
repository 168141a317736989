import type { Operation } from '../../../calls/operations/operation.ts'
import type { Enablement } from '../../../ground/kernel/enablement.ts'

/** What the key may do and what the brand is, as the server says. */
export interface AssistantStanding {
  readonly brandId: string
  readonly brandName: string
  readonly currency: string
  readonly timeZone: string
  readonly interfaceTimeZone: string
  readonly apiVersion: number
  readonly enabled: readonly string[]
  readonly operations: readonly string[]
  readonly locations?: readonly string[]
}

/** What whoever starts it allows. */
export interface Allowed {
  /** Nothing is changed, whatever the key may do. */
  readonly readOnly: boolean
  /** Balances may be changed. */
  readonly value: boolean
  /** Configuration may be brought into force. */
  readonly publish: boolean
  /** Names and addresses of customers are shown. */
  readonly personalData: boolean
}

/** One thing that an assistant can ask for: an operation, or a narrower use of one. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** When to use it, for the assistant. */
  readonly about: string
  readonly operation: Operation
  /** The fields of the operation that may be given. */
  readonly fields: readonly string[]
  /**
   * `reads` changes nothing, `changes` does but neither balances nor what decides about them, `publish` brings
   * configuration into force, `value` changes balances.
   */
  readonly kind: 'reads' | 'changes' | 'publish' | 'value'
  /** The enablement that the brand must have besides. */
  readonly enablement?: Enablement
  /** What is always sent besides. */
  readonly fixed?: (standing: AssistantStanding, allowed: Allowed) => Readonly<Record<string, unknown>>
  /** What is wrong with what was given, beyond the contract. */
  readonly check?: (given: Readonly<Record<string, unknown>>) => string | undefined
  /** Asked next, with its answer instead of the first one's: whoever saves a draft wants to know what is wrong with it. */
  readonly followedBy?: { readonly operation: Operation; readonly fields: readonly string[] }
}
