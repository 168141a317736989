import { Coming } from '../../parts/coming.tsx'

export function DevelopersScreen() {
  return <Coming section="developers" />
}
