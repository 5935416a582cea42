import { slowScenes } from '#tests/scenes/list.ts'
import { testScreens } from './support/scene-tests.ts'

testScreens(slowScenes)
