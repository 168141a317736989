import { Coming } from '../../parts/coming.tsx'

export function CouponsScreen() {
  return <Coming section="coupons" />
}
