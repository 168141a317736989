/** The customer wants messages on a channel; with `list`, those of that subscription list. */
export interface OptIn {
  readonly channel: string
  readonly list?: string
}
