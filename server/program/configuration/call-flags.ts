import { defined } from '../../ground/kernel/defined.ts'
import type { SettingValues } from './setting-values.ts'

/** What `call` and `mcp` are told: which server, who calls, and from where. */
export interface CallFlags {
  readonly url: string
  readonly key?: string
  readonly secret?: string
  /** `-` is standard input. */
  readonly secretFile?: string
  readonly brand?: string
  readonly location?: string
  readonly terminal?: string
  readonly employee?: string
  readonly employeePassword?: string
  readonly note?: string
  readonly body?: string
  readonly requestId?: string
  readonly curl: boolean
  readonly readOnly: boolean
  readonly allowValue: boolean
  readonly allowPublish: boolean
}

/** What `tail` is told, as it was written. */
export interface TailFlags {
  readonly operation?: string
  readonly card?: string
  readonly since?: string
  readonly failed: boolean
}

export function readCallFlags(values: SettingValues): CallFlags {
  return defined({
    url: (values.httpUrl('url') ?? '').replace(/[?#].*$/, '').replace(/\/+$/, ''),
    key: values.text('key'),
    secret: values.text('call-secret'),
    secretFile: values.text('secret-file'),
    brand: values.flagText('brand') ?? values.text('call-brand'),
    location: values.text('location') ?? values.text('call-location'),
    terminal: values.text('terminal') ?? values.text('call-terminal'),
    employee: values.text('employee'),
    employeePassword: values.text('employee-password'),
    note: values.text('note'),
    body: values.text('body'),
    requestId: values.text('request-id'),
    curl: values.flag('curl'),
    readOnly: values.flag('read-only'),
    allowValue: values.flag('allow-value'),
    allowPublish: values.flag('allow-publish'),
  })
}

export function readTailFlags(values: SettingValues): TailFlags {
  return defined({
    operation: values.text('operation'),
    card: values.text('card'),
    since: values.text('since'),
    failed: values.flag('failed'),
  })
}
