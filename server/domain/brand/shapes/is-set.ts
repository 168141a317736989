import { flag } from '../reading/scalars.ts'
import { checked } from '../reading/shape.ts'

/** `passwordSet: true` and `secretSet: true` stand for a secret that is there and is not shown, and that stays as it is. */
export const isSet = checked(flag, (value, at) => {
  if (!value) at.fault('onlyTrue')
})
