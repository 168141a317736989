export interface SealedPin {
  readonly sealed: Uint8Array
  readonly check: Uint8Array
}
