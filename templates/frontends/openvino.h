/** By bl_dtype: OpenVINO's names. */
extern const char *const bl_openvino_dtype_names[BL_DTYPE_COUNT];
