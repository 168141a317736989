/** Messages on a channel are wanted; with `list`, those of that subscription list. */
export interface OptIn {
  readonly channel: string
  readonly list?: string
}
