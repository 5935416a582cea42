import { testRestoredCounts } from './restored-counts/scenes.ts'

testRestoredCounts({ each: 'once' })
