import { Coming } from '../../parts/coming.tsx'

export function ReportsScreen() {
  return <Coming section="reports" />
}
