import { registerAdvancedCommands } from '../../../scripts/demo/harness.ts';
import { createKeywordScene } from '../keyword-scene.ts';
import { createScene, openScene, type Scene, type SceneOptions } from '../scene.ts';

/* Scenes in a server that has switched the advanced commands on. */

async function withAdvanced<S extends Pick<Scene, 'sandbox'>>(scene: S): Promise<S> {
  await registerAdvancedCommands(scene.sandbox);
  return scene;
}

export async function createAdvancedScene(options?: SceneOptions): Promise<Scene> {
  return withAdvanced(await createScene(options));
}

export async function openAdvancedScene(options?: SceneOptions): Promise<Scene> {
  return withAdvanced(await openScene(options));
}

export async function createOperatorScene(): ReturnType<typeof createKeywordScene> {
  return withAdvanced(await createKeywordScene({ isOperatorServer: true }));
}
