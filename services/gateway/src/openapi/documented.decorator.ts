import { applyDecorators } from '@nestjs/common';

type Swagger = typeof import('@nestjs/swagger');
type Anywhere = ClassDecorator & MethodDecorator;

const stored: ((swagger: Swagger) => void)[] = [];

/**
 * Stores decorators of @nestjs/swagger for a class or a method. Only applyStoredDecorators() applies them, when the OpenAPI document is built.
 * So a gateway that serves requests does not load @nestjs/swagger, which is 530 files with its dependencies.
 */
export function Documented(describe: (swagger: Swagger) => (ClassDecorator | MethodDecorator)[]): Anywhere {
  const store = (...of: Parameters<ReturnType<typeof applyDecorators>>) =>
    void stored.push((swagger) => applyDecorators(...describe(swagger))(...of));
  return store as Anywhere;
}

/** Applies all stored decorators. A second call applies nothing again. */
export function applyStoredDecorators(swagger: Swagger): void {
  for (const apply of stored.splice(0)) apply(swagger);
}

/** The group of a controller's routes in the document. */
export const ApiTags = (...tags: string[]): ClassDecorator => Documented((swagger) => [swagger.ApiTags(...tags)]);

/** A controller that the document leaves out. */
export const ApiExcludeController = (): ClassDecorator => Documented((swagger) => [swagger.ApiExcludeController()]);

/** A route that the document leaves out. */
export const ApiExcludeEndpoint = (): MethodDecorator => Documented((swagger) => [swagger.ApiExcludeEndpoint()]);
