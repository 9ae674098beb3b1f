#include "ops/job.h"

#include <stdlib.h>

#include "fault.h"

/* Any number will do: the numbers that follow are spread like chance. */
#define SEED 2782

bool job_accepted(struct job *job, int status, uint32_t notes) {
  job->news.status = status;
  job->news.diag.notes |= notes;
  return status >= 0;
}

bool job_fault(struct job *job, const char *member, const char *why) {
  job->fault.member = member;
  job->fault.why = why;
  return false;
}

bool job_member(struct job *job, struct snarp_octets *octets, const char *name,
                const char *(*from)(struct snarp_octets *, const json_t *)) {
  const char *why = from(octets, json_object_get(job->in, name));

  return why == NULL || job_fault(job, name, why);
}

bool job_draws(struct job *job, struct job_draws *draws) {
  const json_t *list = json_object_get(job->in, "draws");
  size_t n = json_array_size(list);

  draws->draws = NULL;
  draws->rng = snarp_rng_from_seed(&draws->seed, SEED);
  if (list == NULL) {
    return true;
  }
  if (!json_is_array(list)) {
    return job_fault(job, "draws", "expected a list of numbers");
  }
  draws->draws = take(n * sizeof *draws->draws);
  for (size_t i = 0; i < n; i++) {
    const json_t *draw = json_array_get(list, i);
    if (!json_is_integer(draw) || json_integer_value(draw) < 0) {
      free(draws->draws);
      draws->draws = NULL;
      return job_fault(job, "draws", "expected a list of numbers");
    }
    draws->draws[i] = (uint64_t)json_integer_value(draw);
  }
  draws->rng = snarp_rng_from_tape(&draws->tape, draws->draws, n);
  return true;
}

bool job_draws_fit(struct job *job, const struct job_draws *draws, bool all) {
  if (draws->draws == NULL) {
    return true;
  }
  if (draws->tape.wrong > 0) {
    return job_fault(job, "draws",
                     "expected a number below its bound for each draw");
  }
  return !all || draws->tape.at == draws->tape.n ||
         job_fault(job, "draws",
                   "expected no number more than there are draws");
}
