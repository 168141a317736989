import { Coming } from '../../parts/coming.tsx'

export function CardsScreen() {
  return <Coming section="cards" />
}
