import { Coming } from '../../parts/coming.tsx'

export function HomeScreen() {
  return <Coming section="home" />
}
